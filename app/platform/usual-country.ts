/** The country that is assumed where none is known, as ISO 3166 writes it. */
export const usualCountry = "US";
