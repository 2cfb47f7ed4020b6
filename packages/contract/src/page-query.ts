import { Type } from 'typebox'

/** The query of a list in pages, which count from 0. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** Which page an answer is, beside its results; `total` counts the results of all pages. */
export const pageAnswer = { page: Type.Integer(), pageSize: Type.Integer(), total: Type.Integer() }
