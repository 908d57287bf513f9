/** Live money or test money. Every key and every row has a mode, and no record of one mode refers to the other. */
export type Mode = 'live' | 'test'
