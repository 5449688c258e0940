import t, { type Test } from "tap";

/**
 * Makes a scene once for each set of settings, shared by all tests of a file that leave it unchanged. Each scene is closed when the
 * process ends.
 */
export function shareScene<Settings extends unknown[], Scene>(
  scene: (t: Test, ...settings: Settings) => Promise<Scene>,
): (...settings: Settings) => Promise<Scene> {
  const made = new Map<string, Promise<Scene>>();
  return (...settings) => {
    const key = JSON.stringify(settings);
    const before = made.get(key);
    if (before) return before;
    const now = scene(t, ...settings);
    made.set(key, now);
    return now;
  };
}
