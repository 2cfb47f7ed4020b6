import {
  type AttributeRule,
  type AttributeValue,
  fitsAttribute,
  type MarkRule,
  type NodeRule,
  type RichMarkName,
  type RichNodeName,
  richMarks,
  richNodes,
} from '@lantern/contract/media/rich-schema.ts'
import { type Attributes, Mark, type MarkConfig, Node, type NodeConfig } from '@tiptap/core'

// The editor's nodes and marks are made from the schema of the contract: what they hold and which attributes they have
// is said there alone. What is added here is how they come out of foreign HTML and what keys and commands do.

/** How an attribute is read from HTML that this editor did not write. */
export type ForeignReaders = Record<string, (element: HTMLElement) => unknown>

export function schemaNode(name: RichNodeName, readers: ForeignReaders, config: Partial<NodeConfig>): Node {
  const rule: NodeRule = richNodes[name]
  const isLeaf = rule.content === ''
  return Node.create({
    name,
    content: rule.content,
    ...(rule.group && { group: rule.group }),
    ...(rule.group === 'inline' && { inline: true }),
    ...(rule.marks === '' && { marks: '' }),
    ...(isLeaf && name !== 'text' && { atom: true }),
    addAttributes: () => attributesOf(rule.attributes ?? {}, readers),
    ...config,
  })
}

export function schemaMark(name: RichMarkName, readers: ForeignReaders, config: Partial<MarkConfig>): Mark {
  const rule: MarkRule = richMarks[name]
  return Mark.create({ name, addAttributes: () => attributesOf(rule.attributes ?? {}, readers), ...config })
}

function attributesOf(rules: Readonly<Record<string, AttributeRule>>, readers: ForeignReaders): Attributes {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      {
        default: rule.default,
        // kept markup is read by its node alone
        parseHTML: (element: HTMLElement) =>
          rule.kind === 'markup' ? undefined : readAttribute(element, name, rule, readers[name]),
        renderHTML: (attributes: Record<string, unknown>) =>
          attributes[name] === rule.default ? {} : { [ownName(name)]: String(attributes[name]) },
      },
    ]),
  )
}

/** In the clipboard attributes carry this name, so that nothing of a foreign page is taken for ours. */
function ownName(name: string): string {
  return `data-rich-${name.toLowerCase()}`
}

function readAttribute(
  element: HTMLElement,
  name: string,
  rule: AttributeRule,
  foreign: ((element: HTMLElement) => unknown) | undefined,
): AttributeValue {
  const own = element.getAttribute(ownName(name))
  const said = own === null ? foreign?.(element) : rule.kind === 'integer' ? Number(own) : own
  if (said === undefined || said === null) return rule.default
  return fitsAttribute(rule, said) ? said : rule.default
}
