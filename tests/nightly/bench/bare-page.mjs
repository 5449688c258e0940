// A page that is React's alone, for browser-peers.mjs: plain elements, without a component of the site.
import { createElement, Fragment } from "react";
import { hydrateRoot } from "react-dom/client";

/** An element from its tag, props and children. */
const elementOf = ([tag, props, children]) =>
  createElement(
    tag,
    props,
    ...children.map((child) => (typeof child === "string" ? child : elementOf(child))),
  );

/** The body of a page, rendered by the server and by the browser. */
export const bodyOf = (children) => elementOf([Fragment, null, children]);

export const hydrate = (children) => hydrateRoot(document.body, bodyOf(children));
