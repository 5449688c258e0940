interface Reach {
  root: string;
  clickable: string;
}

/**
 * Does to the whole document what a visitor could do by hand: moves the pointer over every element, focuses it, opens it and, if it
 * matches `clickable`, clicks it. A link that merely leads elsewhere is not followed; a link that holds code runs. Playwright sends
 * this function's source to the page, so the function refers to nothing outside itself.
 */
export function interactWithAll({ root, clickable }: Reach): void {
  const leads = (element: Element): boolean => {
    const href = element.closest("a[href], area[href]")?.getAttribute("href") ?? null;
    return href !== null && /^\s*(?:https?:|mailto:|tel:|[/#])/i.test(href);
  };
  const hold = (event: Event) => {
    if (event.target instanceof Element && leads(event.target)) event.preventDefault();
  };
  const gestures = [
    "pointerover",
    "pointerenter",
    "mouseover",
    "mouseenter",
    "mousemove",
    "pointermove",
    "pointerdown",
    "wheel",
    "beforeinput",
    "scrollend",
  ];
  window.addEventListener("click", hold, true);
  for (const element of document.querySelectorAll(`${root}, ${root} *`)) {
    for (const name of gestures) element.dispatchEvent(new Event(name));
    if (element instanceof HTMLElement || element instanceof SVGElement) {
      element.focus({ preventScroll: true });
      element.blur();
    }
    if (element instanceof HTMLDetailsElement) element.open = true;
    if (element.matches(clickable)) {
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  }
  window.removeEventListener("click", hold, true);
}

/**
 * Does the same as `pokeAll`, then reports everything in the document that no page of the site may ever contain. Playwright sends this
 * function's source to the page, so the function refers to nothing outside itself.
 */
export function tryDocument({ root, clickable }: Reach) {
  const found: string[] = [];
  Reflect.get(window, "pokeAll")({ root, clickable });

  const addressOf = /^(?:href|src|action|formaction|xlink:href|data|poster|ping|background|cite)$/;
  const never =
    "base, object, embed, iframe, frame, frameset, applet, portal, math, meta[http-equiv]";
  const elsewhere = "a, img, link[as=image], link[rel=canonical], link[hreflang]";
  const output = (element: Element) => element.outerHTML.slice(0, 200);
  for (const element of document.querySelectorAll("*")) {
    if (element.matches(never)) found.push(`element ${output(element)}`);
    for (const { name, value } of element.attributes) {
      const isOfDonate = name === "formaction" && value === "/donate/pledge";
      const isHostile = /^on|^(?:srcdoc|formaction|attributionsrc|ping)$/.test(name);
      if (isHostile && !isOfDonate) found.push(output(element));
      if (!addressOf.test(name) || value === "") continue;
      const { protocol, origin } = new URL(value, location.href);
      const isPlain = ["http:", "https:", "mailto:", "tel:"].includes(protocol);
      const isOwn = origin === location.origin || element.matches(elsewhere);
      if (!isPlain || !isOwn) found.push(`address ${output(element)}`);
    }
  }
  for (const script of document.scripts) {
    if (script.type.endsWith("json")) JSON.parse(script.text);
    else if (script.src === "" && script.nonce === "") found.push(`script ${output(script)}`);
  }
  // Responses kept for React beside late content until React takes that content over, and HTML that React leaves untouched.
  const own = `:not(#share, :is(script[type="application/json"], div)[id^="q:/bff/"])`;
  // The drawing that our script shows behind a picture that failed to load.
  const drawing = `[style^='background: url("/assets/images-']`;
  const odd = `article :is([id]${own}, [name], [style]:not(${drawing}))`;
  for (const named of document.querySelectorAll(odd)) {
    found.push(`name ${output(named)}`);
  }
  if (Reflect.get({}, "isAdmin") !== undefined) found.push("a polluted prototype");
  if (typeof document.getElementById !== "function") found.push("a clobbered document");
  if (document.cookie !== "") found.push(`cookie ${document.cookie}`);
  return found;
}
