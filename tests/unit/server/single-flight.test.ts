import t from "tap";
import { createSingleFlight } from "../../../server/single-flight.ts";

const signal = new AbortController().signal;

t.test("callers of one key share an operation; a later call starts another", async (t) => {
  const flights = createSingleFlight<number>();
  let count = 0;
  const start = async () => {
    count += 1;
    return count;
  };
  t.same(
    await Promise.all([flights.run("a", signal, start), flights.run("a", signal, start)]),
    [1, 1],
  );
  t.equal(await flights.run("b", signal, start), 2);
  t.equal(await flights.run("a", signal, start), 3);
});

t.test("the operation is aborted when its last caller has left, not before", async (t) => {
  const flights = createSingleFlight<string>();
  const [first, second] = [new AbortController(), new AbortController()];
  let operation: AbortSignal | undefined;
  const start = (given: AbortSignal) => {
    operation = given;
    return new Promise<string>(() => {});
  };
  const results = [flights.run("a", first.signal, start), flights.run("a", second.signal, start)];
  first.abort(new Error("first left"));
  t.equal(operation?.aborted, false);
  second.abort(new Error("second left"));
  t.equal(operation?.aborted, true);
  t.match(await Promise.allSettled(results), [
    { reason: { message: "first left" } },
    { reason: { message: "second left" } },
  ]);
  t.equal(await flights.run("a", signal, async () => "new"), "new", "no caller joins it any more");
});

t.test("an error reaches every caller", async (t) => {
  const flights = createSingleFlight<string>();
  const fail = () => Promise.reject(new Error("down"));
  const results = [flights.run("a", signal, fail), flights.run("a", signal, fail)];
  t.match(await Promise.allSettled(results), [
    { reason: { message: "down" } },
    { reason: { message: "down" } },
  ]);
});
