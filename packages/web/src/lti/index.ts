export { PlatformsPanel } from './platforms-panel.tsx'
