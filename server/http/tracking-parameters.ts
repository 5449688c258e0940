/** The parameters that mailers, social networks and advertisers add to links, in lower case. */
const TRACKING_PARAMETERS: ReadonlySet<string> = new Set([
  "__hsfp",
  "__hssc",
  "__hstc",
  "__s",
  "_branch_match_id",
  "_bta_c",
  "_bta_tid",
  "_ga",
  "_gac",
  "_gl",
  "_hsenc",
  "_hsmi",
  "_ke",
  "_kx",
  "_openstat",
  "ck_subscriber_id",
  "cvid",
  "dclid",
  "dm_i",
  "ef_id",
  "epik",
  "fb_action_ids",
  "fb_action_types",
  "fb_ref",
  "fb_source",
  "fbclid",
  "gad_campaignid",
  "gad_source",
  "gbraid",
  "gclid",
  "gclsrc",
  "guccounter",
  "hsctatracking",
  "ig_mid",
  "ig_rid",
  "igsh",
  "igshid",
  "irclickid",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "mc_tc",
  "mibextid",
  "mkevt",
  "mkt_tok",
  "ml_subscriber",
  "ml_subscriber_hash",
  "msclkid",
  "ncid",
  "oft_id",
  "oly_anon_id",
  "oly_enc_id",
  "rb_clickid",
  "rdt_cid",
  "ref_src",
  "ref_url",
  "s_cid",
  "s_kwcid",
  "sc_campaign",
  "scid",
  "sfmc_id",
  "share_id",
  "spm",
  "srsltid",
  "sscid",
  "trk_contact",
  "trk_module",
  "trk_msg",
  "trk_sid",
  "ttclid",
  "twclid",
  "vero_conv",
  "vero_id",
  "wbraid",
  "wickedid",
  "wt_mc",
  "yclid",
  "ymclid",
  "ysclid",
]);

/** Prefixes for tools with many parameters: Google and its imitators, Matomo, HubSpot, Piwik. */
const TRACKING_PREFIXES = ["utm_", "mtm_", "hsa_", "pk_", "piwik_", "matomo_"];

function isTracking(parameter: string): boolean {
  // `URLSearchParams` decodes the name and never throws.
  const [name = ""] = new URLSearchParams(parameter).keys();
  const small = name.toLowerCase();
  return (
    TRACKING_PARAMETERS.has(small) || TRACKING_PREFIXES.some((prefix) => small.startsWith(prefix))
  );
}

/** Removes the tracking parameters from a URL, and leaves everything else as written. */
export function withoutTracking(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return url;
  const parameters = url.slice(start + 1).split("&");
  const kept = parameters.filter((parameter) => !isTracking(parameter));
  if (kept.length === parameters.length) return url;
  const path = url.slice(0, start);
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}
