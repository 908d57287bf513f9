/** Live money or test money. It is in every key and every row, and nothing joins the two. */
export type Mode = 'live' | 'test'
