import site from "../../content/site.json" with { type: "json" };

/** Where the try-it page's files are. */
const FILES = "/bff/docs/static";

/** The frame around the try-it page: the package's own lacks a viewport, a language of its own words and a way back. */
export const tryPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Try the API | ${site.identity.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FILES}/swagger-ui.css">
<link rel="stylesheet" href="${FILES}/index.css">
<link rel="stylesheet" href="${FILES}/theme/try-page.css">
</head>
<body>
<header class="way-back"><a href="/developers">Back to the reference</a></header>
<main id="swagger-ui"></main>
<noscript><p class="way-back">This page needs scripts. <a href="/developers">The reference</a> does not.</p></noscript>
<script src="${FILES}/swagger-ui-bundle.js"></script>
<script src="${FILES}/swagger-ui-standalone-preset.js"></script>
<script src="${FILES}/swagger-initializer.js"></script>
</body>
</html>
`;

/** A bar above, in the site's own deep blue. */
export const tryPageCss = `
.way-back { padding: 0.25rem 1.25rem; background: #0b2a3a; font: 600 1rem/1.5 system-ui, sans-serif; }
.way-back, .way-back a { color: #f3f9fb; }
.way-back a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.way-back a:focus-visible { outline: 3px solid #efb000; outline-offset: 2px; }
.swagger-ui .wrapper { box-sizing: border-box; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
`;
