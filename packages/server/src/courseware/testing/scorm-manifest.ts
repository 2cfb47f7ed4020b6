// Manifests of SCORM for tests, in pieces.

/** With a page `a.html` that each item opens. `whole`: sequencing of the organization itself. */
export function scormManifest(
  items: string,
  { version = '2004 4th Edition', whole = '', collection = '' } = {},
): string {
  return `<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns:imsss="http://www.imsglobal.org/xsd/imsss" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3">
    <metadata><schemaversion>${version}</schemaversion></metadata>
    <organizations><organization><title>T</title>${items}${whole}</organization></organizations>
    <resources><resource identifier="r" href="a.html"/></resources>${collection}</manifest>`
}

export function item(id: string, inside = ''): string {
  return `<item identifier="${id}" identifierref="r"><title>${id}</title>${inside}</item>`
}

export function group(id: string, inside: string): string {
  return `<item identifier="${id}"><title>${id}</title>${inside}</item>`
}

export function sequencing(...parts: string[]): string {
  return `<imsss:sequencing>${parts.join('')}</imsss:sequencing>`
}

/** Attributes of `controlMode`. */
export function control(modes: string): string {
  return `<imsss:controlMode ${modes}/>`
}

export function rules(...some: string[]): string {
  return `<imsss:sequencingRules>${some.join('')}</imsss:sequencingRules>`
}

export function before(action: string, conditions = condition('always'), combination = 'all'): string {
  return rule('preConditionRule', action, conditions, combination)
}

export function exitIf(conditions: string): string {
  return rule('exitConditionRule', 'exit', conditions)
}

export function after(action: string, conditions = condition('always')): string {
  return rule('postConditionRule', action, conditions)
}

function rule(name: string, action: string, conditions: string, combination = 'all'): string {
  return `<imsss:${name}><imsss:ruleConditions conditionCombination="${combination}">${conditions}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:${name}>`
}

export function condition(name: string, more = ''): string {
  return `<imsss:ruleCondition condition="${name}" ${more}/>`
}

/** Attributes of `limitConditions`. */
export function limits(some: string): string {
  return `<imsss:limitConditions ${some}/>`
}
