import { useMessages } from '#kit/messages.tsx'
import styles from './legal-article.module.css'
import type { LegalText } from './legal-text.ts'

/** A legal text to read: title, date, contents, sections. */
export function LegalArticle({ text }: { text: LegalText }) {
  const t = useMessages()
  const titled = text.sections.flatMap(({ heading }, index) => (heading ? [{ heading, id: `s${index}` }] : []))
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <header>
        <h1>{text.title}</h1>
        <p className="small muted">
          {t('shell.legal_updated')}
          <time dateTime={text.updated}>{text.updated}</time>
        </p>
      </header>
      <nav className={styles.contents} aria-label={t('shell.contents')}>
        <ul>
          {titled.map(({ heading, id }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.text}>
        {text.sections.map(({ heading, blocks }, index) => (
          <section key={heading ?? 'lead'} aria-labelledby={heading ? `s${index}` : undefined}>
            {heading && <h2 id={`s${index}`}>{heading}</h2>}
            {blocks.map((block) =>
              block.kind === 'paragraph' ? (
                <p key={block.text}>{withAddresses(block.text)}</p>
              ) : (
                <ul key={block.items.join()}>
                  {block.items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
    </main>
  )
}

/** Mail addresses in the text can be written to. */
function withAddresses(text: string) {
  return text.split(/([\w.-]+@[\w-]+(?:\.[\w-]+)+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
