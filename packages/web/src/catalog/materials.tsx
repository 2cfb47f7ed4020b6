import type { Item, Material, Package } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useLinkProps } from '#kit/link-props.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { FileArchiveIcon, FileTextIcon, LinkIcon, LockIcon, PackageIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './materials.module.css'

type WithMaterials = Pick<Item, 'materials' | 'documents' | 'packageMap' | 'packageIds' | 'readable'>

/**
 * Files, links and packages of an item. A visitor who may not read the steps sees their names, without the addresses.
 */
export function Materials({ item }: { item: WithMaterials }) {
  const packages = item.packageIds.flatMap((id) => item.packageMap[id] ?? [])
  return (
    <Panel as="section" padded={false}>
      <ul className={styles.files}>
        {[...item.materials, ...item.documents].map((material) => (
          <MaterialRow key={`${material.name} ${material.url ?? ''}`} material={material} />
        ))}
        {packages.map((one) => (
          <PackageRow key={one.id} item={one} readable={item.readable} />
        ))}
      </ul>
    </Panel>
  )
}

function MaterialRow({ material }: { material: Material }) {
  const t = useMessages()
  const format = useFormat()
  const isLink = material.type === 'link'
  const address = isLink ? material.url : (material.url ?? '')
  const act = isLink ? t('catalog.open') : t('catalog.download')
  return (
    <Row
      icon={isLink ? <LinkIcon /> : <FileTextIcon />}
      name={material.name}
      note={
        isLink
          ? t('catalog.outside_link')
          : [t('catalog.file'), material.byteSize !== undefined && format.fileSize(material.byteSize)]
              .filter(Boolean)
              .join(' · ')
      }
    >
      {address ? (
        <Open href={address} label={`${act} ${material.name}`} file={isLink ? undefined : material.name}>
          {act}
        </Open>
      ) : (
        <Locked />
      )}
    </Row>
  )
}

function PackageRow({ item, readable }: { item: Package; readable: boolean }) {
  const t = useMessages()
  const store = item.externalType === 'asset_store' ? item.package : null
  return (
    <Row
      icon={store ? <PackageIcon /> : <FileArchiveIcon />}
      name={item.name}
      note={store ? <StorePrice item={store} /> : t('catalog.package')}
    >
      {item.macUrl && (
        <Open href={item.macUrl} label={t('catalog.download_mac_of', { name: item.name })}>
          {t('catalog.download_mac')}
        </Open>
      )}
      {item.windowsUrl && (
        <Open href={item.windowsUrl} label={t('catalog.download_windows_of', { name: item.name })}>
          {t('catalog.download_windows')}
        </Open>
      )}
      {item.url && (readable || store) && !item.macUrl && !item.windowsUrl && (
        <Open href={item.url} label={`${t('catalog.open')} ${item.name}`}>
          {t('catalog.open')}
        </Open>
      )}
      {!readable && !store && <Locked />}
    </Row>
  )
}

function StorePrice({ item }: { item: NonNullable<Package['package']> }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <>
      {item.publisherName} · {item.isFree ? t('catalog.free') : format.price(item.finalPrice)}
      {item.isOnSale && !item.isFree && (
        <>
          {' '}
          <s>{format.price(item.originalPrice)}</s>
        </>
      )}
    </>
  )
}

function Row({ icon, name, note, children }: { icon: ReactNode; name: string; note: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.icon}>{icon}</span>
      <span className="grow">
        <strong className="small">{name}</strong>
        <br />
        <span className="tiny muted">{note}</span>
      </span>
      <span className={styles.acts}>{children}</span>
    </li>
  )
}

type OpenProps = {
  href: string
  label: string
  /** Under which name it is saved; a link leads somewhere instead. */
  file?: string
  children: ReactNode
}

function Open({ href, label, file, children }: OpenProps) {
  return (
    <LinkButton {...useLinkProps(href)} size="s" aria-label={label} download={file}>
      {children}
    </LinkButton>
  )
}

function Locked() {
  const t = useMessages()
  return (
    <span className={styles.locked}>
      <LockIcon className="icon-s" />
      {t('catalog.locked_material')}
    </span>
  )
}
