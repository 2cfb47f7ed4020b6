import { escapeXml } from '../exchange/xml-tree.ts'

/** A line of the outline: a folder with what is in it, or what one resource shows. */
export interface OutlineItem {
  id: string
  title: string
  /** None: a folder. */
  resource?: string
  children?: OutlineItem[]
}

export interface CartridgeResource {
  id: string
  type: 'webcontent' | 'imswl_xmlv1p3' | 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment'
  path: string
}

const space = 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1'
const lom = 'http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest'
const places = [
  [space, 'http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_imscp_v1p2_v1p0.xsd'],
  [lom, 'http://www.imsglobal.org/profile/cc/ccv1p3/LOM/ccv1p3_lommanifest_v1p0.xsd'],
]

export interface Cartridge {
  id: string
  title: string
  language: string
  /** Plain text. */
  description: string
  outline: readonly OutlineItem[]
  resources: readonly CartridgeResource[]
}

/** `imsmanifest.xml` of Common Cartridge 1.3. */
export function writeManifest({ id, title, language, description, outline, resources }: Cartridge): string {
  const said = (text: string) => `<lom:string language="${escapeXml(language)}">${escapeXml(text)}</lom:string>`
  const about = description === '' ? '' : `<lom:description>${said(description)}</lom:description>`
  return `<manifest identifier="${id}" xmlns="${space}" xmlns:lom="${lom}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${places.flat().join(' ')}">
  <metadata>
    <schema>IMS Common Cartridge</schema>
    <schemaversion>1.3.0</schemaversion>
    <lom:lom><lom:general><lom:title>${said(title)}</lom:title><lom:language>${escapeXml(language)}</lom:language>${about}</lom:general></lom:lom>
  </metadata>
  <organizations>
    <organization identifier="organization" structure="rooted-hierarchy">
      <item identifier="LearningModules">${outline.map(writeItem).join('')}
      </item>
    </organization>
  </organizations>
  <resources>${resources.map(writeResource).join('')}
  </resources>
</manifest>`
}

function writeItem({ id, title, resource, children = [] }: OutlineItem): string {
  const shows = resource === undefined ? '' : ` identifierref="${resource}"`
  return `\n        <item identifier="${id}"${shows}><title>${escapeXml(title)}</title>${children.map(writeItem).join('')}</item>`
}

function writeResource({ id, type, path }: CartridgeResource): string {
  const href = escapeXml(path)
  // what a test is of is said by its file alone
  const opened = type === 'webcontent' ? ` href="${href}"` : ''
  return `\n    <resource identifier="${id}" type="${type}"${opened}><file href="${href}"/></resource>`
}
