import type { Client, Connection, Submittable } from 'pg'

/** A column of a result, by the id of its type in `pg_type`. */
export type Column = Readonly<{ name: string; dataTypeID: number }>

/** Asks PostgreSQL what a statement returns, without running it. Throws what PostgreSQL says against it. */
export async function describeStatement(client: Client, text: string): Promise<readonly Column[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly Column[] = []
    const statement: Submittable & Record<string, unknown> = {
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: Readonly<{ fields: readonly Column[] }>) {
        columns = message.fields
      },
      handleError: reject,
      handleReadyForQuery() {
        resolve(columns)
      },
    }
    client.query(statement)
  })
}
