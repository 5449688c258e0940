import { type RefObject, useEffect } from "react";
import { useLocation } from "../navigation.ts";

interface SideMenu {
  menu: RefObject<HTMLElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  onToggle: (isOpen: boolean) => void;
}

/**
 * Without popover (Chrome before 114, Firefox before 125, Safari before 17) the selector is
 * invalid, and the menu is a plain list: site-header.module.css.
 */
const hasPopover = () => CSS.supports("selector(:popover-open)");

/** What a popover lacks: the page behind does not scroll, Tab stays inside, a link closes it. */
export function useSideMenu({ menu, button, onToggle }: SideMenu): void {
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a link closes the menu
  useEffect(() => {
    if (hasPopover() && menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [menu, key]);

  useEffect(() => {
    const panel = menu.current;
    const opener = button.current;
    if (!panel || !opener || !hasPopover()) return;

    const behind = () => document.querySelectorAll<HTMLElement>("main, body footer");
    const settle = (isOpen: boolean) => {
      for (const part of behind()) part.inert = isOpen;
      onToggle(isOpen);
    };
    const toggled = (event: ToggleEvent) => settle(event.newState === "open");
    const goRound = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || !panel.matches(":popover-open")) return;
      const ring: (Element | null)[] = [opener, ...panel.querySelectorAll("a, form *")];
      const at = ring.indexOf(document.activeElement);
      const next = ring[(at + (event.shiftKey ? -1 : 1) + ring.length) % ring.length];
      event.preventDefault();
      if (next instanceof HTMLElement) next.focus();
    };
    // A window wider than the breakpoint has no side menu.
    const narrow = window.matchMedia("(max-width: 1024px)");
    const grown = () => {
      if (!narrow.matches && panel.matches(":popover-open")) panel.hidePopover();
    };

    // Opened before hydration.
    if (panel.matches(":popover-open")) settle(true);
    panel.addEventListener("toggle", toggled);
    document.addEventListener("keydown", goRound);
    narrow.addEventListener("change", grown);
    return () => {
      panel.removeEventListener("toggle", toggled);
      document.removeEventListener("keydown", goRound);
      narrow.removeEventListener("change", grown);
    };
  }, [menu, button, onToggle]);
}
