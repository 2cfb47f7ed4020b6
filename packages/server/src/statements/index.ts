export { writeStatements } from './write-statements.ts'
