/** What a module imports, as the bundler tells it; null for a module that it does not know. */
export type Imports = (
  id: string,
) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;

/** A module and all that it imports: imports first, as they are executed, so that its own rules override theirs. */
export function modulesOf(
  id: string,
  imports: Imports,
  seen = new Set<string>(),
  ordered = new Set<string>(),
): Set<string> {
  if (seen.has(id)) return ordered;
  seen.add(id);
  for (const imported of imports(id)?.importedIds ?? [])
    modulesOf(imported, imports, seen, ordered);
  return ordered.add(id);
}

/** The modules of a page beyond `base`, those that it imports later included. */
export function pageModules(id: string, imports: Imports, base: ReadonlySet<string>): Set<string> {
  const own = [...modulesOf(id, imports)].filter((one) => !base.has(one));
  const later = own.flatMap((one) => [...(imports(one)?.dynamicallyImportedIds ?? [])]);
  const all = [...later.flatMap((one) => [...modulesOf(one, imports)]), ...own];
  return new Set(all.filter((one) => !base.has(one)));
}
