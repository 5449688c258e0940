import { type RefObject, useEffect } from "react";

interface SideMenu {
  menu: RefObject<HTMLElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  onToggle: (isOpen: boolean) => void;
}

/** What a popover does not do by itself: the page behind rests, and Tab goes round inside. */
export function useSideMenu({ menu, button, onToggle }: SideMenu): void {
  useEffect(() => {
    const panel = menu.current;
    const opener = button.current;
    if (!panel || !opener) return;

    const behind = () => document.querySelectorAll<HTMLElement>("main, body footer");
    const settle = (isOpen: boolean) => {
      for (const part of behind()) part.inert = isOpen;
      onToggle(isOpen);
    };
    const toggled = (event: ToggleEvent) => settle(event.newState === "open");
    const goRound = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || !panel.matches(":popover-open")) return;
      const ring: (Element | null)[] = [opener, ...panel.querySelectorAll("a")];
      const at = ring.indexOf(document.activeElement);
      const next = ring[(at + (event.shiftKey ? -1 : 1) + ring.length) % ring.length];
      event.preventDefault();
      if (next instanceof HTMLElement) next.focus();
    };
    // A window grown past the breakpoint has no side menu to close.
    const wide = window.matchMedia("(width > 1024px)");
    const grown = () => {
      if (wide.matches && panel.matches(":popover-open")) panel.hidePopover();
    };

    // Opened before the scripts came.
    if (panel.matches(":popover-open")) settle(true);
    panel.addEventListener("toggle", toggled);
    document.addEventListener("keydown", goRound);
    wide.addEventListener("change", grown);
    return () => {
      panel.removeEventListener("toggle", toggled);
      document.removeEventListener("keydown", goRound);
      wide.removeEventListener("change", grown);
    };
  }, [menu, button, onToggle]);
}
