/** A page with the element only. */
import "costumier/player";
