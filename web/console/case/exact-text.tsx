// Characters that no one sees, or that change the order in which others are shown. They must not hide what is signed.
const INVISIBLE = /([\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029])/u

/** Shows the text that a passkey signs, line by line, and every invisible character by its number. */
export function ExactText({
  text,
  code,
  title = 'You sign exactly this',
}: Readonly<{ text: string; code: string; title?: string }>) {
  return (
    <section aria-label={title} className="rounded-small bg-sunken p-3">
      <h3 className="mb-2 flex justify-between text-small font-semibold">
        <span>{title}</span>
        <span className="font-mono text-caption">{code}</span>
      </h3>
      <dl className="grid gap-1 text-caption">
        {text
          .split('\n')
          .slice(1)
          .map((line) => {
            const at = line.indexOf(': ')
            return (
              <div key={line} className="flex justify-between gap-3">
                <dt className="shrink-0 text-muted">{line.slice(0, at).replace(/^decision\./, '')}</dt>
                <dd className="min-w-0 text-right font-mono break-all">{visible(line.slice(at + 2))}</dd>
              </div>
            )
          })}
      </dl>
    </section>
  )
}

function visible(text: string): string {
  return text
    .split(INVISIBLE)
    .map((part) =>
      INVISIBLE.test(part)
        ? `[U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
        : part,
    )
    .join('')
}
