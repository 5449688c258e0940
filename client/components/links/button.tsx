import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { Link, OutsideLink } from "./link.tsx";

/** `main` is the one filled action of a screen; `gold` is for donations. */
type Variant = "main" | "gold" | "plain";

type ButtonProps = ComponentProps<"button"> & { variant?: Variant };

export const Button = ({
  variant = "plain",
  type = "button",
  className,
  ...button
}: ButtonProps) => (
  <button
    {...button}
    type={type}
    className={`${styles.button} ${styles[variant]}${className ? ` ${className}` : ""}`}
  />
);

interface ButtonLinkProps {
  href: string;
  variant?: Variant;
  reloadDocument?: boolean;
  children: ReactNode;
}

/** A link styled as a button. */
export function ButtonLink({ href, variant = "main", reloadDocument, children }: ButtonLinkProps) {
  const className = `${styles.button} ${styles[variant]}`;
  if (href.startsWith("/"))
    return (
      <Link className={className} to={href} reloadDocument={reloadDocument}>
        {children}
      </Link>
    );
  return (
    <OutsideLink className={className} href={href}>
      {children}
    </OutsideLink>
  );
}
