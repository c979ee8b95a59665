/** Returns a new client address on each call, from 10.0.0.0/8 (2^24 addresses). */
export function addresses(): () => string {
  let given = 0;
  return () => {
    given += 1;
    return `10.${(given >> 16) & 255}.${(given >> 8) & 255}.${given & 255}`;
  };
}
