type Page<Item> = Readonly<{ items: readonly Item[]; next: string | null }>

/** Yields all items. Each page is requested when the loop reaches it. */
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
