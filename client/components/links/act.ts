/** Shows the map of another site in place of its button (client/components/media/click-map.tsx). */
function showMap(button: HTMLElement): void {
  const { src = "", title = "" } = button.dataset;
  const map = document.createElement("iframe");
  map.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  Object.assign(map, { title, height: "400", loading: "lazy", referrerPolicy: "no-referrer", src });
  button.parentElement?.parentElement?.replaceChildren(map);
}

/** The device's own sharing. */
function share(): void {
  const title = document.querySelector("h1")?.textContent ?? "";
  const url = document.querySelector<HTMLLinkElement>("[rel=canonical]")?.href ?? location.href;
  // Rejects when the visitor cancels.
  navigator.share({ title, url }).catch(() => {});
}

/** What a button does that may stand in HTML which React does not know. */
export function act(button: HTMLElement): void {
  if (button.dataset.does === "map") showMap(button);
  else share();
}
