import type { CalloutTone } from '@lantern/contract/media/rich-text.ts'
import type { ReactNode } from 'react'
import {
  BookOpenIcon,
  CalloutIcon,
  CircleHelpIcon,
  ClipboardCheckIcon,
  CodeBlockIcon,
  FileCodeIcon,
  HeadingIcon,
  HistoryIcon,
  ImageIcon,
  InfoIcon,
  LightbulbIcon,
  ListChecksIcon,
  ListIcon,
  ListOrderedIcon,
  MinusIcon,
  PilcrowIcon,
  PresentationIcon,
  QuoteIcon,
  SigmaIcon,
  SquarePlayIcon,
  TableIcon,
  TriangleAlertIcon,
  WindowIcon,
} from '#ui/icons.tsx'
import type { CommandIcon, EditorCommand } from './commands.ts'

const icons: Record<CommandIcon, ReactNode> = {
  text: <PilcrowIcon />,
  heading: <HeadingIcon />,
  list: <ListIcon />,
  ordered: <ListOrderedIcon />,
  quote: <QuoteIcon />,
  code: <CodeBlockIcon />,
  table: <TableIcon />,
  image: <ImageIcon />,
  video: <SquarePlayIcon />,
  embed: <WindowIcon />,
  rule: <MinusIcon />,
  formula: <SigmaIcon />,
  callout: <CalloutIcon />,
  markdown: <FileCodeIcon />,
}

/** As the callouts themselves show it. */
const toneIcons: Record<CalloutTone, ReactNode> = {
  demo: <PresentationIcon />,
  explain: <BookOpenIcon />,
  ask: <CircleHelpIcon />,
  warn: <TriangleAlertIcon />,
  review: <HistoryIcon />,
  recap: <ListChecksIcon />,
  assess: <ClipboardCheckIcon />,
  note: <InfoIcon />,
  tip: <LightbulbIcon />,
}

export function commandIcon({ icon, tone }: Pick<EditorCommand, 'icon' | 'tone'>): ReactNode {
  return tone ? toneIcons[tone] : icons[icon]
}

export function toneIcon(tone: CalloutTone): ReactNode {
  return toneIcons[tone]
}
