import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

type BoneProps = { width?: string; height?: string; className?: string; style?: CSSProperties }

/** One grey line of a skeleton. Skeletons have the shape of what comes. */
export function Bone({ width, height, className, style }: BoneProps) {
  return <span className={classNames(styles.bone, className)} style={{ width, height, ...style }} aria-hidden="true" />
}

/** Lines of text that are on their way; `label` says so once. */
export function TextSkeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className={styles.text} role="status">
      <span className="sr">{label}</span>
      {Array.from({ length: lines }, (_, index) => lines - index).map((left) => (
        <Bone key={left} width={left === 1 ? '62%' : '100%'} />
      ))}
    </div>
  )
}
