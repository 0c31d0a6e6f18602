// Sorts a table by the column whose heading is pressed: numbers by the cell's data-number, words by what it says; unknown ones last.
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  for (const [column, heading] of headings.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const down = heading.ariaSort === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => {
        const cell = row.cells[column];
        const number = cell?.dataset.number;
        return { row, key: number === undefined ? cell?.textContent ?? "" : Number(number), known: cell !== undefined && number !== "" };
      });
      const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
      rows.sort((a, b) => b.known - a.known || (down ? -1 : 1) * compare(a.key, b.key));
      body.append(...rows.map(({ row }) => row));
    });
  }
}
