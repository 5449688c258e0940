import type { ComponentProps } from "react";
import "./banner.css";

export interface BannerProps extends ComponentProps<"div"> {
  kind: "good" | "info" | "bad";
}

/** A box with a message for visitors or staff. The role, if any, says how screen readers announce the message. */
export const Banner = ({ kind, className, ...box }: BannerProps) => (
  <div
    {...box}
    className={`${className ? `${className} ` : ""}note ${kind} stack tight`}
    data-kind={kind}
  />
);
