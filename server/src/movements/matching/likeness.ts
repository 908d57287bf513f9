/** `unknown` where one of the two does not say enough: it neither supports nor excludes. */
export type Likeness = 'same' | 'other' | 'unknown'
