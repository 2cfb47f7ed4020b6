/** Text between tags or in an attribute. Signs that XML does not know are left out. */
export function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu, '')
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => entities[sign as keyof typeof entities])
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
