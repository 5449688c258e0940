// A page made by React alone, for browser-peers.mjs: plain elements, and no component of the site.
import { createElement, Fragment } from "react";
import { hydrateRoot } from "react-dom/client";

/** Creates an element from its tag, props and children. */
const elementOf = ([tag, props, children]) =>
  createElement(
    tag,
    props,
    ...children.map((child) => (typeof child === "string" ? child : elementOf(child))),
  );

/** Returns the body of a page, which both the server and the browser render. */
export const bodyOf = (children) => elementOf([Fragment, null, children]);

export const hydrate = (children) => hydrateRoot(document.body, bodyOf(children));
