import t from "tap";
import { findListFault, type ListFigures } from "../../../../server/source/health.ts";

function list(total: number, dropped: number, dates: Partial<ListFigures["dates"]>): ListFigures {
  return {
    total,
    dropped: Array.from({ length: dropped }, () => ({ id: null, reason: "no usable slug" })),
    dates: { readable: 0, unreadable: 0, absent: 0, ...dates },
  };
}

const good = list(20, 0, { readable: 20 });

t.test("a list as before is usable, one with a wrong row or date of an editor too", async (t) => {
  for (const same of [
    good,
    list(20, 1, { readable: 19 }),
    list(20, 0, { readable: 19, absent: 1 }),
  ])
    t.equal(findListFault(same, good), null);
  t.equal(findListFault(list(0, 0, {}), null), null, "a source may begin empty");
  t.equal(findListFault(list(3, 0, { readable: 3 }), good), null, "fewer items are no fault");
});

t.test("each fault is named, with figures", async (t) => {
  const cases: [string, ListFigures, ListFigures | null, RegExp][] = [
    ["empty", list(0, 0, {}), good, /^0 rows, 20 before$/],
    ["fewer-rows", list(20, 5, { readable: 15 }), good, /^15 of 20 rows/],
    ["fewer-rows", list(4, 3, { readable: 1 }), null, /^1 of 4 rows/],
    ["no-dates", list(20, 0, { unreadable: 20 }), good, /^0 of 20 dates.*20 are invalid/],
    ["no-dates", list(2, 0, { absent: 2 }), null, /2 absent/],
    ["fewer-dates", list(20, 0, { readable: 10, unreadable: 10 }), good, /^10 of 20 dates/],
    ["fewer-dates", list(20, 0, { readable: 9, absent: 11 }), null, /^9 of 20 dates/],
  ];
  for (const [name, given, before, detail] of cases)
    t.match(findListFault(given, before), { name, detail });
});

t.test("old faults are not reported: a list is compared with the last usable one", async (t) => {
  const half = list(20, 8, { readable: 12 });
  t.equal(findListFault(half, half), null);
});
