/** Spec section 5, "Interest values"; offered to volunteers and partners alike. */
export const INTERESTS = [
  "economic-empowerment",
  "gender-equality",
  "youth-development",
  "wash-health",
  "climate-resilience",
  "emergency-response",
] as const;
