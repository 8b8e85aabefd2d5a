/** The names of made-up callers: from many languages, a good part of them everyday English words as well. */

const words = (line: string): readonly string[] => line.trim().split(/\s*,\s*/);

export const firstNames = words(
  `Marta, Ana, Jonas, Priya, Elena, Omar, Grace, Liam, Hannah, Tomas, Naomi, Peter, Chloe, Ahmed, Julia, Victor, Emily, Samuel, Laura, Diego, Rachel, Kenji, Olivia, Marcus, Fatima, Alan, Beatriz, Kevin, Nina, George, Alice, Ravi, Megan, Isaac, Lucia, Howard, Amara, Paul, Dana, Leo, Ingrid, Caleb, Mei, Robert, Zoe, Nathan, Yusuf, Claire, Simon, Anita, Frank, Ruth, Jack, Carmen, Tara, Owen, Lena, Emma, James, Sam, Tom, Jane, Ola, Sid, Sarah, Anna, Wei, Søren, Bjørn, Chidi, Aoife, Lakshmi, Oluwaseun, Zofia, Yuki, Mateo, Giulia, Anouk, Tariq`,
);

/** Family names that mean something else in another place of a sentence. */
export const everydaySurnames = words(
  `Price, Day, Best, House, Small, Case, Call, Fine, Good, Friday, May, March, Noon, Booker, Long, Short, Young, King, Church, Cook, Black, White, Green, Rich, Sharp, Wise, Early, Late, Weeks, Morrow, Little, Still, Reason, Hurt, Close, Bright, Hope, Love, Park, Banks, Hill, Rivers, Stone, Wood, Fields, Winter, Summers, Bell`,
);

export const surnames = [
  ...everydaySurnames,
  ...words(
    `Lindqvist, Souza, Whitmore, Raman, Sorokina, Ekberg, Williams, Liu, Haddad, Marino, Gallagher, Weiss, Herrera, Adeyemi, Novak, Bennett, Farouk, Rossi, Castillo, Tran, Osei, Jensen, Morales, Stein, Nakamura, Carter, Reid, Noor, Whitaker, Lopes, O'Brien, Petrova, Pappas, Monroe, Shah, Doyle, Brandt, Fernandez, Finch, Diallo, Kessler, Whitfield, Santoro, Holm, Foster, Chen, Hayes, Palmer, Brooks, Demir, Dubois, Hartley, Desai, Delgado, Abrams, Sullivan, Vega, Ashby, Singh, Maddox, Vogel, García, Müller, Nguyễn, Østergaard, McAllister, Kowalczyk, Papadopoulos, Okonkwo, Yamamoto, Bianchi, Schäfer, Dupont, de la Cruz, van der Berg, Al-Rashid, Smith-Jones`,
  ),
];

/** The nth name: every family name in turn, with first names in another order. */
export function nameOf(nth: number): string {
  const first = firstNames[(nth * 7) % firstNames.length];
  const last = surnames[nth % surnames.length];
  return `${first} ${last}`;
}
