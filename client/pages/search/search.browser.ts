const field = document.querySelector("main [name=q]");

// In development styles come with the modules that use them.
if (import.meta.env.DEV) void import("./search.server-page.tsx");

/** Loads what searches while one types (`live-search.ts`), when the field is first focused. */
function load(): void {
  const link = document.querySelector<HTMLLinkElement>("[rel=module]");
  if (link) void import(/* @vite-ignore */ link.href);
}

if (field === document.activeElement) load();
else field?.addEventListener("focus", load, { once: true });
