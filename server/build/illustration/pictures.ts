import { picture } from "./document.ts";
import { prints, repeat } from "./kitenge.ts";
import * as blog from "./scenes/blog.ts";
import * as emblems from "./scenes/emblems.ts";
import * as focus from "./scenes/focus.ts";
import * as gallery from "./scenes/gallery.ts";
import { coastDawn } from "./scenes/hero.ts";
import { classroom, village } from "./scenes/hero-inland.ts";
import * as impact from "./scenes/impact.ts";
import { tanzania } from "./scenes/map.ts";
import * as places from "./scenes/places.ts";
import * as projects from "./scenes/projects.ts";
import * as states from "./scenes/states.ts";
import * as themes from "./scenes/themes.ts";

/** Every picture of the site: its path under content, and how it is drawn. */
const drawings: Record<string, () => string> = {
  "images/hero/coast-dawn.svg": coastDawn,
  "images/hero/classroom.svg": classroom,
  "images/hero/village.svg": village,
  "images/projects/empowering-youth-through-football.svg": projects.footballProject,
  "images/projects/bodaboda-youth-empowerment-project.svg": projects.bodaProject,
  "images/projects/mtambani-water-sanitation-hygiene-project.svg": projects.mtambani,
  "images/projects/menstrual-justice.svg": projects.menstrualJustice,
  "images/projects/climate-resilience.svg": projects.climateProject,
  "images/projects/women-microenterprise.svg": projects.microenterprise,
  "images/projects/school-infrastructure.svg": projects.schoolInfrastructure,
  "images/focus/clean-water.svg": focus.cleanWater,
  "images/focus/education.svg": focus.education,
  "images/focus/healthcare.svg": focus.healthcare,
  "images/focus/economic-development.svg": focus.economicDevelopment,
  "images/impact/education.svg": impact.impactEducation,
  "images/impact/clean-water.svg": impact.impactWater,
  "images/impact/healthcare.svg": impact.impactHealth,
  "images/impact/sustainability.svg": impact.impactSustainability,
  "images/programmes/education.svg": impact.programmeEducation,
  "images/programmes/clean-water.svg": impact.programmeWater,
  "images/programmes/healthcare.svg": impact.programmeHealth,
  "images/programmes/sustainability.svg": impact.programmeSustainability,
  "images/themes/economic-empowerment.svg": themes.economic,
  "images/themes/gender-equality.svg": themes.gender,
  "images/themes/youth-development.svg": themes.youthTheme,
  "images/themes/wash-health.svg": themes.washTheme,
  "images/themes/climate-resilience.svg": themes.climateTheme,
  "images/themes/emergency-response.svg": themes.emergencyTheme,
  "images/zones/coastal.svg": places.coastal,
  "images/zones/eastern.svg": places.eastern,
  "images/zones/central.svg": places.central,
  "images/zones/western.svg": places.western,
  "images/about/story.svg": places.aboutStory,
  "images/get-involved/donate.svg": places.donate,
  "images/get-involved/volunteer.svg": places.volunteer,
  "images/get-involved/partner.svg": places.partner,
  "images/blog/what-a-riders-association-changes.svg": blog.ridersAssociation,
  "images/blog/a-licence-before-a-loan.svg": blog.licence,
  "images/blog/lessons-from-a-thousand-trainees.svg": blog.thousandTrainees,
  "images/blog/a-tap-is-only-the-beginning.svg": blog.tapBeginning,
  "images/blog/who-mends-the-pump.svg": blog.pumpMenders,
  "images/blog/handwashing-at-the-school-gate.svg": blog.schoolGate,
  "images/blog/why-football-opens-doors.svg": blog.openDoors,
  "images/blog/a-coach-listens-first.svg": blog.coachListens,
  "images/blog/girls-on-the-pitch.svg": blog.girlsPitch,
  "images/gallery/youth-football-match.svg": gallery.footballMatch,
  "images/gallery/youth-riders-workshop.svg": gallery.ridersWorkshop,
  "images/gallery/gender-savings-group.svg": gallery.savingsGroup,
  "images/gallery/gender-girls-club.svg": gallery.girlsClub,
  "images/gallery/wash-school-taps.svg": gallery.schoolTaps,
  "images/gallery/wash-village-well.svg": gallery.villageWell,
  "images/gallery/community-meeting.svg": gallery.communityMeeting,
  "images/gallery/education-morning-lesson.svg": gallery.morningLesson,
  "images/gallery/education-library-corner.svg": gallery.libraryCorner,
  "images/gallery/environment-mangrove-planting.svg": gallery.mangroves,
  "images/gallery/health-outreach-day.svg": gallery.outreachDay,
  "images/gallery/development-market-day.svg": gallery.marketDay,
};

Object.assign(drawings, {
  "images/map/tanzania.svg": tanzania,
  "images/states/404.svg": states.notFound,
  "images/states/offline.svg": states.offline,
  "images/states/no-results.svg": states.noResults,
  "images/fallback/news.svg": () => emblems.plainFallback("news"),
  "images/fallback/event.svg": () => emblems.plainFallback("event"),
});
for (const folder of ["brand", "testimonials", "leaders", "partners"] as const) {
  for (const [name, draw] of Object.entries(emblems[folder])) {
    drawings[`images/${folder}/${name}.svg`] = draw;
  }
}
for (const use of ["news", "event", "announcement"] as const) {
  for (const category of emblems.categories) {
    drawings[`images/fallback/${use}-${category}.svg`] = () => emblems.fallback(use, category);
  }
}
for (const print of Object.values(prints)) {
  drawings[`images/patterns/${print.id}.svg`] = () =>
    picture(160, 160, repeat({ ...print, id: `pattern-${print.id}` }));
}

export const pictures = (): Record<string, string> =>
  Object.fromEntries(Object.entries(drawings).map(([name, draw]) => [name, draw()]));
