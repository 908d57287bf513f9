/** Splits SQL into tokens, without white space and comments. */
export function tokenise(sql: string): string[] {
  return [...sql.matchAll(TOKEN)].map(([token]) => token).filter((token) => !isBlank(token))
}

/** Replaces comments and strings with spaces, and keeps the lines. */
export function blankCommentsAndStrings(sql: string): string {
  return sql.replaceAll(TOKEN, (token) =>
    /^(--|\/\*|')/.test(token) ? token.replaceAll(/[^\n]/g, ' ') : token,
  )
}

export type SqlStatement = Readonly<{ comment: string; sql: string }>

/** Splits a file into statements, each with the comment above it. A `;` inside a body, a string or a comment ends no statement. */
export function splitStatements(text: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let comment = ''
  let sql = ''
  for (const [token] of text.matchAll(STATEMENT_TOKEN)) {
    if (sql === '' && isBlank(token)) comment += token
    else if (token === ';') {
      statements.push({ comment: comment.trim(), sql })
      comment = ''
      sql = ''
    } else sql += token
  }
  if (sql !== '') statements.push({ comment: comment.trim(), sql })
  return statements
}

const isBlank = (token: string) => /^(\s|--|\/\*)/.test(token)

const COMMENT = String.raw`--[^\n]*|/\*[\s\S]*?\*/`
const QUOTED = String.raw`'(?:[^']|'')*'|"[^"]*"`
const BODY = String.raw`\$(\w*)\$[\s\S]*?\$\1\$|\bbegin atomic\b[\s\S]*?\bend(?=\s*;)`
const TOKEN = new RegExp(String.raw`\s+|${COMMENT}|${QUOTED}|\w+|[^\s\w]`, 'g')
const STATEMENT_TOKEN = new RegExp(String.raw`\s+|${COMMENT}|${QUOTED}|${BODY}|\w+|[^\s\w]`, 'g')
