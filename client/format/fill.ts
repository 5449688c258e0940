export { fill } from "../../shared/fill.ts";
export { counted } from "./counted.ts";
