import t from "tap";
import { swahiliClock, swahiliRange } from "../../../../client/format/swahili-clock.ts";

t.test("a clock time is said as in Kiswahili, six hours apart", async (t) => {
  for (const [time, said] of [
    ["00:00", "saa 6:00 usiku"],
    ["03:59", "saa 9:59 usiku"],
    ["04:00", "saa 10:00 alfajiri"],
    ["06:00", "saa 12:00 asubuhi"],
    ["08:30", "saa 2:30 asubuhi"],
    ["12:00", "saa 6:00 mchana"],
    ["15:05", "saa 9:05 mchana"],
    ["16:00", "saa 10:00 jioni"],
    ["18:00", "saa 12:00 jioni"],
    ["19:00", "saa 1:00 usiku"],
    ["23:45", "saa 5:45 usiku"],
  ] as const)
    t.equal(swahiliClock(time), said);
});

t.test("a range of times names both, a single time once", async (t) => {
  t.equal(swahiliRange("08:30", "17:00"), "Saa 2:30 asubuhi hadi 11:00 jioni");
  t.equal(swahiliRange("09:00", null), "Saa 3:00 asubuhi");
  t.equal(swahiliRange("09:00", "09:00"), "Saa 3:00 asubuhi");
});
