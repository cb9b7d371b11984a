// Elements of the page.  What people wrote goes in as text, never as markup.
export function element(name, className, content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = content;
  return made;
}

/** The address of a file of the server, whichever page asks for it. */
export const served = (path) => new URL(path.replace(/^\//, ""), import.meta.url);

export const fetchJson = async (path) => (await fetch(served(path))).json();
