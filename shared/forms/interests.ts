/** Spec section 5, "Interest values", for volunteers and partners. */
export const INTERESTS = [
  "economic-empowerment",
  "gender-equality",
  "youth-development",
  "wash-health",
  "climate-resilience",
  "emergency-response",
] as const;
