import t from "tap";
import { startWorkLoop } from "../../../server/work-loop.ts";

/** Work that is due at once, in order; `claims` counts the asks. */
function scene(due: string[]) {
  const done: string[] = [];
  const errors: unknown[] = [];
  let claims = 0;
  return {
    due,
    done,
    errors,
    claims: () => claims,
    claim: () => {
      claims += 1;
      return due.shift() ?? null;
    },
    onError: (error: unknown) => void errors.push(error),
  };
}

const until = async (isDone: () => boolean) => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1));
};

t.test("due work is done, four pieces at a time at most", async (t) => {
  const { claim, onError, done } = scene(["a", "b", "c", "d", "e", "f"]);
  let running = 0;
  let most = 0;
  const loop = startWorkLoop({
    claim: async () => claim(),
    onError,
    work: async (name) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      done.push(name);
    },
  });
  await until(() => done.length === 6);
  await loop.stop();
  t.same([...done].sort(), ["a", "b", "c", "d", "e", "f"]);
  t.equal(most, 4);
});

t.test("an error of one piece is reported, and the others are done", async (t) => {
  const { claim, onError, done, errors } = scene(["bad", "good"]);
  const loop = startWorkLoop({
    claim,
    onError,
    work: async (name) => {
      if (name === "bad") throw new Error("bad");
      done.push(name);
    },
  });
  await until(() => done.length + errors.length === 2);
  await loop.stop();
  t.same(done, ["good"]);
  t.match(errors, [{ message: "bad" }]);
});

t.test("a store that fails is asked again", async (t) => {
  const { claim, onError, done, errors } = scene(["a"]);
  const loop = startWorkLoop({
    claim: () => {
      if (errors.length === 0) throw new Error("locked");
      return claim();
    },
    onError,
    work: async (name) => void done.push(name),
  });
  await until(() => done.length === 1);
  await loop.stop();
  t.match(errors, [{ message: "locked" }]);
});

t.test("a wake while a claim is under way is not lost", async (t) => {
  const { claim, onError, done, due } = scene([]);
  let answer = () => {};
  let isFirst = true;
  const loop = startWorkLoop({
    claim: async () => {
      const claimed = claim();
      if (!isFirst) return claimed;
      isFirst = false;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return claimed;
    },
    // Without the wake nothing would be claimed for a long while.
    untilNext: () => 1_000,
    onError,
    work: async (name) => void done.push(name),
  });
  due.push("late");
  loop.wake();
  answer();
  await until(() => done.length === 1);
  await loop.stop();
  t.same(done, ["late"]);
});

t.test("a wake while all slots are taken leaves the process its other work", async (t) => {
  const { claim, onError, done } = scene(["a", "b", "c", "d", "e"]);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let running = 0;
  const loop = startWorkLoop({
    claim,
    onError,
    work: async (name) => {
      running += 1;
      await finished;
      done.push(name);
    },
  });
  await until(() => running === 4);
  loop.wake();
  // A timer runs only where the loop does not spin.
  setTimeout(finish, 1);
  await until(() => done.length === 5);
  await loop.stop();
  t.same(done, ["a", "b", "c", "d", "e"]);
});
