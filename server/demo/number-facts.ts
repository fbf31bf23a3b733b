// Facts about whole numbers, which make up the demo's long answer.

/** For a whole number of 1 or more. */
export interface NumberFacts {
  number: number;
  roman: string;
  binary: string;
  hex: string;
  divisors: number[];
  /** Prime factors in ascending order with repetition; empty for 1. */
  factors: number[];
  /** Compares the sum of its proper divisors with the number itself. */
  kind: 'deficient' | 'perfect' | 'abundant';
  /** Halve an even number, triple an odd one and add one, until 1. */
  collatz: number[];
  /** Pairs of primes whose sum it is, the smaller one first. */
  primePairs: [number, number][];
}

export function factsOf(number: number): NumberFacts {
  const below = Array.from({ length: number }, (_, index) => index + 1);
  const divisors = below.filter((candidate) => number % candidate === 0);
  const aliquot = divisors.reduce((sum, divisor) => sum + divisor, 0) - number;
  return {
    number,
    roman: roman(number),
    binary: number.toString(2),
    hex: `0x${number.toString(16)}`,
    divisors,
    factors: factors(number),
    kind: aliquot === number ? 'perfect' : aliquot > number ? 'abundant' : 'deficient',
    collatz: collatz(number),
    primePairs: below
      .filter((first) => first * 2 <= number && isPrime(first) && isPrime(number - first))
      .map((first) => [first, number - first]),
  };
}

export function isPrime(number: number): boolean {
  return factors(number).length === 1;
}

function factors(number: number): number[] {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
    if (number % divisor === 0) return [divisor, ...factors(number / divisor)];
  }
  return number > 1 ? [number] : [];
}

function collatz(number: number): number[] {
  const path = [number];
  for (let at = number; at !== 1; path.push(at)) at = at % 2 === 0 ? at / 2 : at * 3 + 1;
  return path;
}

const numerals: readonly [string, number][] = [
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

function roman(number: number): string {
  const largest = numerals.find(([, value]) => value <= number);
  return largest ? largest[0] + roman(number - largest[1]) : '';
}
