export { ArrivalPage } from './arrival-page.tsx'
export { ChoicePage } from './choice-page.tsx'
export { PlatformsPanel } from './platforms-panel.tsx'
export { ScoresPanel } from './scores-panel.tsx'
