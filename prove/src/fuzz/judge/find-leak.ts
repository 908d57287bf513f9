/** Patterns that no reply may contain, because they reveal our internals or a secret. */
const signs: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  [
    'a stack trace',
    /\n\s+at .{1,200}:\d+:\d+|\bat (async )?[\w.<>]{1,80} \(([^)\n]{1,300}:\d+|native|<anonymous>)/,
  ],
  [
    'a file path of the server',
    /node_modules|file:\/\/|\/(home|root|srv|usr|var|work|tmp|app)\/[\w.-]+|\b[\w-]{1,60}\.ts\b|node:internal/,
  ],
  [
    'a message of the database',
    /syntax error at or near|duplicate key value|violates [\w-]+ constraint|\b(relation|column|function|role|constraint) "[\w.]+"|invalid input syntax|out of range for type|SQLSTATE|\bpg_[a-z]{2}\w*|\bselect\b.{1,200}\bfrom\b|\binsert into\b|\bplpgsql\b/i,
  ],
  [
    'a JavaScript error',
    /\b(TypeError|RangeError|SyntaxError|ReferenceError|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_[A-Z]+_[A-Z_]+|FST_ERR_\w+)\b|\[object Object\]/,
  ],
  ['a secret key', /svc_(live|test)_[a-z0-9]+_[A-Za-z0-9_-]{20,}/],
]

/** Returns a description of the leak, or undefined. `secrets` are the known secrets of this run. */
export function findLeak(text: string, secrets: readonly string[]): string | undefined {
  if (secrets.some((secret) => text.includes(secret))) return 'a secret of this run'
  for (const [what, pattern] of signs) {
    const match = pattern.exec(text)
    if (match !== null) return `${what}: ${JSON.stringify(match[0].slice(0, 120))}`
  }
  return undefined
}
