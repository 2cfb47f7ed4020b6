import type { Material } from '@lantern/contract/catalog/items.ts'
import { attachmentUrl } from '@lantern/contract/media/upload-rules.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** Materials with the address and the size of each file; a file that is gone has neither. */
export async function describedMaterials(db: Db | Trx, materials: readonly Material[]): Promise<Material[]> {
  const ids = materials.flatMap((material) => (material.type === 'file' ? [material.attachmentId] : []))
  if (ids.length === 0) return [...materials]
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'name', 'byte_size'])
    .where('id', 'in', ids)
    .where('storage_key', 'is not', null)
    .execute()
  const files = new Map(rows.map((row) => [row.id, row]))
  return materials.map((material) => {
    if (material.type === 'link') return material
    const { type, name, attachmentId } = material
    const file = files.get(attachmentId)
    return {
      type,
      name,
      attachmentId,
      ...(file && { url: attachmentUrl(file.id, file.name), byteSize: file.byte_size }),
    }
  })
}
