type Page<Item> = Readonly<{ items: readonly Item[]; next: string | null }>

/** All items, a page at a time as the loop gets there. */
export async function* eachOfPages<Item>(
  read: (after: string | undefined) => Promise<Page<Item>>,
  after?: string,
): AsyncGenerator<Item> {
  let place = after
  do {
    const { items, next } = await read(place)
    yield* items
    place = next ?? undefined
  } while (place !== undefined)
}
