// What is wrong with the texts of an overlay: cut, outside the picture, over one another, or hard to read over some backdrop.
() => {
  const faults = [];
  const rgba = (text) => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], under) => [r, g, b].map((value, index) => value * a + under[index] * (1 - a));
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => value / 255).map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const plates = (element) => element ? [...plates(element.parentElement), rgba(getComputedStyle(element).backgroundColor)] : [];
  const spoken = [...document.querySelectorAll("#part, #part *")].filter((element) => element instanceof HTMLElement
    && getComputedStyle(element).visibility === "visible"
    && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  const boxes = spoken.map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return { element, box: element.getBoundingClientRect(), ink: range.getBoundingClientRect(), text: element.textContent };
  });
  for (const { element, box, ink, text } of boxes) {
    if (ink.right > box.right + 1.5 || element.scrollWidth > element.clientWidth + 1) faults.push(["cut", text]);
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) faults.push(["outside", text]);
    for (const backdrop of [[255, 255, 255], [0, 0, 0], [127, 127, 127]]) {
      const plate = plates(element).reduce((under, colour) => over(colour, under), backdrop);
      const seen = contrast(over(rgba(getComputedStyle(element).color), plate), plate);
      if (seen < 4.5) faults.push(["contrast", text, seen]);
    }
  }
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other) => {
    if (one.element.contains(other.element) || other.element.contains(one.element)) return;
    const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (width > 1 && height > 1) faults.push(["overlap", one.text, other.text]);
  }));
  return faults;
}
