import { build } from "./build-when-needed.ts";

await build();
