// Writes the generated pictures beside this file: node content/art/draw.mjs
import { writeFileSync } from 'node:fs'
import { courses } from './draw-courses.mjs'
import { families } from './draw-families.mjs'
import { figures } from './draw-figures.mjs'
import { projects } from './draw-projects.mjs'
import { tutorials } from './draw-tutorials.mjs'

for (const [name, svg] of Object.entries({ ...projects, ...courses, ...tutorials, ...families, ...figures })) {
  writeFileSync(new URL(`${name}.svg`, import.meta.url), svg)
}
