// @vitest-environment jsdom
import { type AttributeRule, richMarks, richNodes } from '@lantern/contract/media/rich-schema.ts'
import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { documentJson, readDocument, spoken } from './editor-content.ts'
import { schemaExtensions } from './extensions.ts'

const schema = getSchema(schemaExtensions())

test('the editor has exactly the nodes and marks of the contract, with their attributes and what they hold', () => {
  const defaults = (attributes: Readonly<Record<string, AttributeRule>> = {}) =>
    Object.fromEntries(Object.entries(attributes).map(([name, rule]) => [name, rule.default]))
  const own = Object.fromEntries(
    Object.entries(schema.nodes).map(([name, { spec }]) => [
      name,
      {
        content: spec.content ?? '',
        group: spec.group,
        attributes: Object.fromEntries(
          Object.entries(spec.attrs ?? {}).map(([key, { default: value }]) => [key, value]),
        ),
      },
    ]),
  )
  const wanted = Object.fromEntries(
    Object.entries(richNodes).map(([name, rule]) => [
      name,
      {
        content: rule.content,
        group: 'group' in rule ? rule.group : undefined,
        attributes: defaults('attributes' in rule ? rule.attributes : {}),
      },
    ]),
  )
  expect(own).toEqual(wanted)
  expect(Object.keys(schema.marks)).toEqual(Object.keys(richMarks))
})

test('only tables are tables', () => {
  const roles = Object.values(schema.nodes).flatMap(({ name, spec }) =>
    spec.tableRole ? [[name, spec.tableRole]] : [],
  )
  expect(Object.fromEntries(roles)).toEqual({
    table: 'table',
    tableRow: 'row',
    tableHeader: 'header_cell',
    tableCell: 'cell',
  })
})

test('a block that did not change is the same object the next time it is said', () => {
  const doc = readDocument(schema, {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: '一' }] },
      { type: 'paragraph', content: [{ type: 'text', text: '二' }] },
    ],
  })
  if (!doc) throw new Error('not read')
  const before = documentJson(doc)
  const changed = doc.replace(0, doc.child(0).nodeSize, doc.slice(doc.child(0).nodeSize, doc.content.size))
  expect(documentJson(changed).content[0]).toBe(before.content[1])
})

test('the empty line that only the cursor needs is not handed on', () => {
  const table = {
    type: 'callout',
    attrs: { tone: 'tip', name: '' },
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '甲' }] }],
  }
  const doc = readDocument(schema, { type: 'doc', content: [table, { type: 'paragraph' }] })
  if (!doc) throw new Error('not read')
  expect(documentJson(spoken(doc)).content).toEqual([table])
})

test('a document that the schema does not know is not read', () => {
  expect(readDocument(schema, { type: 'doc', content: [{ type: 'script' }] })).toBeNull()
  expect(readDocument(schema, { type: 'doc', content: [{ type: 'text', text: '甲' }] })).toBeNull()
})
