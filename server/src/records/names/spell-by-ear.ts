/** Ibraheem and Ibrahim, Yusuff and Yusuf, Philip and Filip: what sounds alike is written alike. */
export function spellByEar(word: string): string {
  return word
    .replace(/ee/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/ph/g, 'f')
    .replace(/([a-z])\1/g, '$1')
}
