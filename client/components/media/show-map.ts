/** Replaces the button by the map of another site. The button may be server HTML that is never hydrated. */
export function showMap(button: HTMLElement): void {
  const { src = "", title = "" } = button.dataset;
  const map = document.createElement("iframe");
  map.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  Object.assign(map, { title, height: "400", loading: "lazy", referrerPolicy: "no-referrer", src });
  button.parentElement?.parentElement?.replaceChildren(map);
  // The focused button no longer exists.
  map.focus();
}
